type Run = { name: string; more: string[]; environment: Record<string, string> };
export function runsOf(about: { hasRedis: boolean; serverDatabase: string | undefined }): Run[];
type Checks = { sum(): Promise<{ passed: number; failed: number }> };
export function startChecks(): Checks;
export function allSuites(serverDatabase: string | undefined, checks: Checks): Promise<{ passed: number; failed: number; skipped: number }>;
export function skippedWithoutDatabase(report: { testResults: { name: string; assertionResults: { status: string }[] }[] }): number;
