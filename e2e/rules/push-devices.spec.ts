import { expect } from "@playwright/test";
import { demoPassword } from "#backend/demo/people";
import { expectAccessibleOnOneWidth } from "../support/accessibility";
import { test } from "../support/own-site";
import { logIn } from "../support/people";

test.use({ withPush: true });

const allowed = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

test("S7-024 a device is added by a press, gets what is sent to its owner, and goes with the log-out", {
  tag: "@whole-browser",
}, async ({ page, context, browser, address, staff, pushProvider }) => {
  await context.grantPermissions(["notifications"], { origin: address });
  // Google's servers, and the browser's own push service, which no test has.
  const installation = { name: "n", fid: "cabcdefghijklmnopqrstu", refreshToken: "r", authToken: { token: "t.t.t", expiresIn: "604800s" } };
  await context.route("https://firebaseinstallations.googleapis.com/**", (route) =>
    route.fulfill({ headers: allowed, json: installation }),
  );
  const token = `e2e-device:${"x".repeat(40)}`;
  await context.route("https://fcmregistrations.googleapis.com/**", (route) => route.fulfill({ headers: allowed, json: { token } }));
  await context.addInitScript(() => {
    const getKey = (name: string) => new Uint8Array(name === "auth" ? 16 : 65).fill(7).buffer;
    Object.assign(PushManager.prototype, {
      getSubscription: async () => null,
      subscribe: async () => ({ endpoint: "https://push.example/1", getKey, options: {} }),
    });
  });
  await logIn(page, "volunteer");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/account/settings/notifications");
  const devices = page.getByRole("region", { name: "Notifications sur vos appareils" });
  await expect(devices).toContainText("Aucun appareil");
  await devices.getByRole("button", { name: "Recevoir des notifications sur cet appareil" }).click();
  await expect(devices.getByRole("listitem")).toContainText("Chrome, Linux");
  await expect(devices.getByText("Cet appareil", { exact: true })).toBeVisible();

  // Security is told at any hour of the day on which this runs.
  const data = { email: "new-address@maillon.example", password: demoPassword };
  expect((await page.request.post("/api/account/email-change", { data, headers: { origin: address } })).status()).toBe(200);
  await expect
    .poll(() => pushProvider?.received.map(({ notification, data }) => [notification.title, data.url]))
    .toEqual([["Votre adresse e-mail change", "/password/request"]]);
  expect(pushProvider?.received[0]?.token).toBe(token);

  await page.reload();
  await expect(devices.getByRole("listitem")).toContainText("dernière notification le");
  const office = await browser.newPage({ baseURL: address, locale: "fr-FR", storageState: staff.login });
  expect((await office.goto("/dashboard/admin/notifications/devices"))?.status()).toBe(200);
  await expectAccessibleOnOneWidth(office);
  await page
    .getByRole("complementary")
    .getByRole("button", { name: /^Menu de/ })
    .click();
  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await expect(page).not.toHaveURL(/\/account\//);
  await logIn(page, "volunteer");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/account/settings/notifications");
  await expect(devices).toContainText("Aucun appareil");
});
