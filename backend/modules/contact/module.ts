import type { Module } from "#backend/module";
import { threadFiles } from "#backend/threads/files";
import { summarisedThreads } from "#backend/threads/summaries";
import { threadQueue } from "#backend/threads/work-queue";
import { messagesApi } from "#contract/charity/contact";
import { personalData, retention } from "./personal-data.ts";
import { messageThread } from "./receiving.ts";
import { contactRoutes } from "./routes.ts";
import { answersMessages, mayReadMessage, messagesReadBy } from "./scope.ts";
import { messageLetter, messageReplies } from "./tables.ts";

export const contact: Module = {
  personalData,
  retention,
  workQueues: [threadQueue("messages", messageThread, { worksOn: answersMessages, scope: messagesReadBy })],
  summaries: [summarisedThreads(messageThread, { kind: "message", letter: messageLetter }, messagesReadBy)],
  parts: (services) => ({
    endpoints: contactRoutes,
    routers: threadFiles(services, messagesApi, {
      replies: messageReplies,
      entityType: "message",
      mayRead: (actor, id) => mayReadMessage(services.db, actor, id),
    }),
  }),
};
