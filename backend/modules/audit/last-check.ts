import type { Services } from "#backend/http/services";
import { AuditCheck } from "#contract/law/audit";

/** What the last verification found, beside the anchor: whoever writes in the database alone cannot change it. */
const checkFile = "audit/check.json";

export function keepCheck(files: Services["files"], check: AuditCheck) {
  return files.put(checkFile, new TextEncoder().encode(JSON.stringify(check)), "application/json");
}

/** The last verification that was kept, or null when there is none to read. */
export async function lastCheck(files: Services["files"]): Promise<AuditCheck | null> {
  const bytes = await files.get(checkFile);
  try {
    return bytes ? AuditCheck.parse(JSON.parse(new TextDecoder().decode(bytes))) : null;
  } catch {
    return null;
  }
}
