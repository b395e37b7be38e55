export const NODE_ARGS: readonly string[];
