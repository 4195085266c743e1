/** Zod compiles schemas with eval where that is allowed. Our policy forbids it, and even the attempt is reported, so this runs before any schema. */
export const noCompiledSchemas = "globalThis.__zod_globalConfig={jitless:true};";
