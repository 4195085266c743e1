import type { Module } from "#backend/module";
import { bounceEndpoint } from "./bounces.ts";
import { personalData, retention } from "./personal-data.ts";
import { mailRoutes } from "./routes.ts";
import { sendWaitingMails } from "./sending.ts";

export const mailJob = "send-mail";

export const mails: Module = {
  personalData,
  retention,
  parts: ({ mailer, settings }) => ({
    endpoints: mailRoutes,
    machineEndpoints: [bounceEndpoint({ settings })],
    jobs: (services) => [
      {
        name: mailJob,
        every: "* * * * *",
        async run(stopping) {
          const { more } = await sendWaitingMails(services, mailer, stopping);
          if (more) services.wakeMail();
        },
      },
    ],
  }),
};
