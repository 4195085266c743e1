import { chatApi } from "#contract/accounts/verification-chats";
import { actAndReturn, onwards } from "./pending-action.server";

export const loader = onwards("/account/pending/chat");

export const action = actAndReturn("/account/pending/chat", async ({ context }, form) => {
  await context.api.call(chatApi.write, { body: { body: String(form.get("body") ?? "") } });
  return context.t("pending:chat.sent");
});
