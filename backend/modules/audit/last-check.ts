import type { Services } from "#backend/http/services";
import { AuditCheck } from "#contract/law/audit";

/** The result of the last verification, stored beside the anchor, out of reach of anyone with access to the database only. */
const checkFile = "audit/check.json";

export function storeCheck(files: Services["files"], check: AuditCheck) {
  return files.put(checkFile, new TextEncoder().encode(JSON.stringify(check)), "application/json");
}

/** The stored result of the last verification, or null. */
export async function lastCheck(files: Services["files"]): Promise<AuditCheck | null> {
  const bytes = await files.get(checkFile);
  try {
    return bytes ? AuditCheck.parse(JSON.parse(new TextDecoder().decode(bytes))) : null;
  } catch {
    return null;
  }
}
