import { and, gt, isNull } from "drizzle-orm";
import { sessions } from "#backend/identity/tables";

/** A session that is neither revoked nor over. Devices of others get nothing. */
export const isOpenSession = (now: Date) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));
