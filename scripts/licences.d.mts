export function isFree(expression: string): boolean;
export function otherLicences(lock: { packages: Record<string, { license?: string; dev?: boolean }> }): { name: string; license: string }[];
