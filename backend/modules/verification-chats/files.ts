import { and, eq } from "drizzle-orm";
import { recordChange } from "#backend/audit/recording";
import { privateFile } from "#backend/http/private-file";
import type { Services } from "#backend/http/services";
import { accountsOf } from "#backend/identity/account-scope";
import { isHelped, requireRestricted } from "#backend/identity/restricted";
import { users } from "#backend/modules/users/tables";
import { contentOf } from "#backend/threads/files";
import { accountManagers } from "#contract/accounts/permissions";
import { verificationChats, verificationMessages } from "./tables.ts";

/** The files of one's own chat, without those of notes. */
export const ownChatFile = (services: Services) =>
  privateFile(services, "/api/account/chat/files/:id", "authenticated", async (actor, id) => {
    await services.limits.take("readFileByThread", actor.id);
    const { chatId, fileId, internal } = verificationMessages;
    const shown = await services.db
      .select({ fileId })
      .from(verificationMessages)
      .innerJoin(verificationChats, eq(verificationChats.id, chatId))
      .where(and(eq(fileId, id), eq(verificationChats.userId, actor.id), eq(internal, false)));
    return shown.length > 0 ? contentOf(services, id) : null;
  });

/** The files of the chats that a member of staff may read. Each access is in the audit log. */
export const staffChatFile = (services: Services) =>
  privateFile(services, "/api/admin/verification-chats/files/:id", accountManagers, async (actor, id) => {
    const [found] = await services.db
      .select({ chatId: verificationChats.id, helped: isHelped, sectorId: users.sectorId })
      .from(verificationMessages)
      .innerJoin(verificationChats, eq(verificationChats.id, verificationMessages.chatId))
      .innerJoin(users, eq(users.id, verificationChats.userId))
      .where(and(eq(verificationMessages.fileId, id), accountsOf(actor)));
    if (!found) return null;
    requireRestricted(actor, found.helped, found.sectorId);
    const file = await contentOf(services, id);
    if (file)
      await recordChange(services.db, actor, {
        action: "verification_chat.read_file",
        entityType: "verification_chat",
        entityId: found.chatId,
      });
    return file;
  });
