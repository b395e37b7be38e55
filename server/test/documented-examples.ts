import type { OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The example of a media type: as it stands there, or put together from those of the schema's properties. */
export function exampleOf(
  media: { readonly schema?: object; readonly examples?: object },
  document: Pick<OpenAPIObject, 'components'>,
): unknown {
  const [example] = Object.values(media.examples ?? {}) as { value: unknown }[];
  return example === undefined ? exampleOfSchema(media.schema ?? {}, document) : example.value;
}

/** @throws for a part that has neither an example nor one answer alone. */
function exampleOfSchema(schema: Schema, document: Pick<OpenAPIObject, 'components'>): unknown {
  if ('example' in schema) return schema.example;
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return exampleOfSchema(document.components?.schemas?.[name] as Schema, document);
  }
  const [part] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (part !== undefined) return exampleOfSchema(part, document);
  if (schema.enum !== undefined) return schema.enum[0];
  const [type] = [schema.type].flat();
  if (type === 'array') return [exampleOfSchema(schema.items ?? {}, document)];
  if (type === 'boolean') return true;
  if (schema.properties !== undefined) {
    const entries = Object.entries(schema.properties).map(([name, property]) => {
      try {
        return [name, exampleOfSchema(property, document)];
      } catch (error) {
        throw new Error(`${name}: ${String(error)}`, { cause: error });
      }
    });
    return Object.fromEntries(entries);
  }
  throw new Error(`no example: ${JSON.stringify(schema)}`);
}
