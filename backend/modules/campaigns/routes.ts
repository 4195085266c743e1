import { done, on } from "#backend/http/routes";
import { renderMail } from "#backend/modules/mails/rendering";
import { unsubscribeUrl } from "#backend/modules/mails/unsubscribe-links";
import { withTask } from "#backend/worker/task-kind";
import { campaignPeopleApi } from "#contract/accounts/campaign-people";
import { campaignsApi as api } from "#contract/accounts/campaigns";
import { choiceOf, countAudience } from "./audience.ts";
import { choicesFor } from "./choices.ts";
import { chosenOf, removeChosen, writeToChosen } from "./chosen.ts";
import { countDevices } from "./devices.ts";
import {
  audienceOf,
  copyCampaign,
  createCampaign,
  editCampaign,
  listCampaigns,
  readCampaign,
  removeCampaign,
  requireCampaign,
  requireTexts,
  writeToOthers,
} from "./records.ts";
import { peopleOf, progressOf, resultsOf, testKeyOf } from "./results.ts";
import { mailTopicOf, sendingTask, sendTest, textFor, valuesOf } from "./sending.ts";
import { startCampaign } from "./starting.ts";
import { moveCampaign } from "./stopping.ts";
import { variablesFor } from "./variables.ts";

export const campaignRoutes = [
  on(api.list, ({ db, actor, locale, query }) => listCampaigns(db, actor, locale, query)),
  on(api.choices, ({ actor, query, ...services }) => choicesFor(services, actor, query)),
  on(api.audience, async ({ db, actor, body, clock }) => countAudience(db, actor, await audienceOf(db, actor, body), clock())),
  on(api.create, ({ actor, body, ...services }) => createCampaign(services, actor, body)),
  on(api.get, async ({ actor, params, ...services }) => {
    const { db } = services;
    const { taskId, ...campaign } = await readCampaign(services, actor, params.id);
    const results = campaign.startedAt ? await resultsOf(db, params.id) : [];
    return { campaign, results, progress: await progressOf(db, taskId, results) };
  }),
  on(api.update, ({ actor, params, body, ...services }) => editCampaign(services, actor, params.id, body)),
  on(api.remove, async ({ actor, params, ...services }) => {
    await removeCampaign(services, actor, params.id);
    return done;
  }),
  on(api.copy, ({ actor, params, ...services }) => copyCampaign(services, actor, params.id)),
  on(api.others, ({ actor, params, ...services }) => writeToOthers(services, actor, params.id)),
  on(api.preview, async ({ actor, params, query, ...services }) => {
    const campaign = await requireCampaign(services.db, actor, params.id);
    const content = { topic: mailTopicOf(campaign), locale: query.in, firstName: actor.firstName, values: valuesOf(campaign, query.in) };
    const choice = choiceOf(campaign.topic);
    const stop = choice && { topic: choice, url: unsubscribeUrl(services.settings, query.in, "[token]") };
    const reader = { ...actor, locale: query.in };
    const variables = (await variablesFor(services, campaign, [reader]))(reader);
    return renderMail(services, { stop, ...content, path: campaign.path ?? undefined, own: textFor(campaign, query.in, variables) });
  }),
  on(api.test, async ({ actor, params, ...services }) => {
    const campaign = await requireCampaign(services.db, actor, params.id);
    requireTexts(campaign);
    await services.limits.take("campaignTestByPerson", actor.id);
    await services.db.transaction((tx) =>
      sendTest({ ...services, db: tx }, actor, campaign, testKeyOf(params.id, actor.id, services.clock())),
    );
    return done;
  }),
  withTask(
    on(api.start, async ({ actor, params, body, ...services }) => ({ state: await startCampaign(services, actor, params.id, body) })),
    sendingTask,
  ),
  on(api.step, async ({ actor, params, body, ...services }) => ({ state: await moveCampaign(services, actor, params.id, body.step) })),
  on(campaignPeopleApi.write, ({ actor, body, ...services }) => writeToChosen(services, actor, body)),
  on(campaignPeopleApi.list, ({ db, actor, params, query, clock }) => chosenOf(db, actor, params.id, query, clock())),
  on(campaignPeopleApi.remove, async ({ actor, params, ...services }) => {
    await removeChosen(services, actor, params);
    return done;
  }),
  on(api.people, ({ db, actor, params, query }) => peopleOf(db, actor, params.id, query)),
  on(api.devices, (services) => countDevices(services)),
];
