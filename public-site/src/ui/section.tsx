import type { AgreementSection } from '@kidlab/contract';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly section: AgreementSection;
  readonly level: 2 | 3;
}

/** A section of the agreement: heading, paragraphs, list. */
export function Section({ section, level }: SectionProps): ReactNode {
  const Heading = `h${level}` as const;
  return (
    <section>
      <Heading>{section.heading}</Heading>
      {section.paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {section.items !== undefined && (
        <ul>
          {section.items.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
