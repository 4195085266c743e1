import type { Module } from "#backend/module";
import { closePaidPages, closingJob } from "./closing.ts";
import { comparePayments, comparisonJob } from "./comparing.ts";
import { duesRoutes } from "./dues-routes.ts";
import { eventJob, eventWebhook, handleEvents, purgeEvents } from "./events.ts";
import { personalData } from "./personal-data.ts";
import { renewalJob, renewMemberships } from "./renewing.ts";
import { cardPaymentRoutes } from "./routes.ts";
import { endingJob, endStopped } from "./steering.ts";

export const cardPayments: Module = {
  personalData,
  parts: (given) => ({
    endpoints: [...cardPaymentRoutes, ...duesRoutes],
    machineEndpoints: [eventWebhook(given)],
    jobs: (services) => [
      {
        name: eventJob,
        every: "* * * * *",
        atStart: true,
        async run() {
          const { more } = await handleEvents(services, services.paymentProvider);
          if (more) services.wake(eventJob);
        },
      },
      { name: endingJob, every: "*/10 * * * *", run: () => endStopped(services, services.paymentProvider) },
      { name: closingJob, every: "*/5 * * * *", run: () => closePaidPages(services) },
      { name: renewalJob, every: "41 * * * *", run: () => renewMemberships(services, services.paymentProvider) },
      { name: comparisonJob, every: "50 3 * * *", daily: true, run: () => comparePayments(services, services.paymentProvider) },
    ],
    purge: ({ db }, now) => purgeEvents(db, now),
  }),
};
