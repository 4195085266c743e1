import { expectAllAccessible } from "../support/accessibility";
import { test } from "../support/own-site";
import { expect } from "../support/test";

test("the conversations that links of mails open, and the record of a subscriber, are accessible", async ({ browser, staff, address }, {
  project,
}) => {
  test.slow();
  const context = await browser.newContext({ baseURL: address, userAgent: project.use.userAgent, storageState: staff.login });
  /** Answers the first of the demonstration's, and returns the path that the mail to who wrote it leads to. */
  const answered = async (name: "messages" | "applications", conversation: string) => {
    const list = `/api/admin/${name}`;
    const [first] = (await staff.get<{ items: { id: string }[] }>(list)).items;
    const { email, version } = await staff.get<{ email: string; version: number }>(`${list}/${first?.id}`);
    const multipart = { body: "Bonjour, venez lundi.", version: String(version), internal: "false" };
    const answer = await context.request.post(`${list}/${first?.id}/replies`, { multipart, headers: { origin: address } });
    expect(answer.status()).toBe(201);
    const { pathname, search } = new URL(await staff.mailed(email, conversation));
    return pathname.replace(/^\/en\//, "/") + search;
  };
  const conversations = [await answered("messages", "/contact/conversation"), await answered("applications", "/jobs/conversation")];
  expect((await staff.post("/api/newsletter", { email: "zoe@example.org" })).status).toBe(200);
  const token = new URL(await staff.mailed("zoe@example.org", "/newsletter/confirm")).searchParams.get("token");
  expect((await staff.post("/api/newsletter/confirm", { token })).body).toEqual({ state: "valid" });
  const [subscriber] = (await staff.get<{ items: { id: string }[] }>("/api/admin/newsletter-subscribers")).items;
  const page = await context.newPage();
  await expectAllAccessible(page, [...conversations, `/dashboard/admin/notifications/subscribers/${subscriber?.id}`]);
  await context.close();
});
