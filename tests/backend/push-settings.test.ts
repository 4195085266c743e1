import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { backendEnvironment, backendFaults } from "#backend/config";
import { faultsOf } from "#contract/api/environment";
import { serviceAccount } from "#tests/support/push-provider";

const pemOf = (type: "rsa" | "ed25519") => {
  const { privateKey } = type === "rsa" ? generateKeyPairSync("rsa", { modulusLength: 2048 }) : generateKeyPairSync("ed25519");
  return privateKey.export({ type: "pkcs8", format: "pem" }) as string;
};

function faultsWith(settings: Record<string, string>): string[] {
  const { data, error } = backendEnvironment.safeParse(settings);
  return data ? backendFaults(data) : faultsOf(error as never, settings);
}

const firebase = { FIREBASE_CONFIG: JSON.stringify({ apiKey: "key", projectId: serviceAccount.project_id }) };
const accountWith = (values: object) => JSON.stringify({ ...serviceAccount, ...values });

test("the key file of a service account is taken, beside the configuration of its browsers alone", () => {
  const account = { FCM_SERVICE_ACCOUNT: accountWith({ type: "service_account", token_uri: "https://oauth2.googleapis.com/token" }) };
  expect(faultsWith({ ...firebase, ...account })).toEqual([]);
  expect(faultsWith(account)).toEqual(["FIREBASE_CONFIG: is missing, and needed with FCM_SERVICE_ACCOUNT"]);
  expect(backendEnvironment.parse({})).toMatchObject({
    FCM_URL: "https://fcm.googleapis.com",
    FCM_TOKEN_URL: "https://oauth2.googleapis.com/token",
  });
});

const broken = pemOf("rsa").replace("MII", "needle");

test.each([
  ["{needle", "must be the JSON key file of a Google service account, on one line"],
  ['["needle"]', "must be the JSON object of a Google service account"],
  ["needle", "must be the JSON key file of a Google service account, on one line"],
  [accountWith({ private_key: broken }), "has no usable RSA private_key"],
  [accountWith({ private_key: pemOf("ed25519") }), "has no usable RSA private_key"],
  [accountWith({ private_key: undefined }), "has no usable RSA private_key"],
  [accountWith({ client_email: "needle" }), "has no valid client_email"],
  [accountWith({ project_id: "needle/../x" }), "has no valid project_id"],
])("%.20s… is refused at the start without a part of it in the message", (text, message) => {
  const faults = faultsWith({ ...firebase, FCM_SERVICE_ACCOUNT: text });
  expect(faults).toEqual([`FCM_SERVICE_ACCOUNT: ${message}`]);
  expect(faults.join()).not.toMatch(/needle|BEGIN/);
});
