import { describe, expect, it } from "vitest";
import { isReported, type Report, scrubbed } from "#contract/api/error-reports";
import { BrowserReports, type ReportLibrary } from "~/errors/browser-reports";

const dsn = "https://key@reports.example/1";

/** A reporting library that records its calls, and loads when the test decides. */
function aLibrary() {
  const calls: [string, unknown][] = [];
  const library: ReportLibrary = {
    init: (options) => calls.push(["init", options]),
    setUser: (user) => calls.push(["user", user]),
    captureException: (error) => calls.push(["error", (error as Error).message]),
  };
  const arrival = Promise.withResolvers<ReportLibrary>();
  return {
    calls,
    load: () => arrival.promise,
    arrive: () => arrival.resolve(library),
    reported: () => calls.filter(([what]) => what !== "init"),
  };
}

it.each([
  [299, true],
  [300, false],
  [404, false],
  [499, false],
  [500, true],
])("S8-013: a page error with status %i: reported %s", async (status, expected) => {
  expect(isReported(status)).toBe(expected);
  const { reported, load, arrive } = aLibrary();
  const reports = new BrowserReports();
  arrive();
  await reports.start({ dsn }, load);
  reports.report(new Error("crash"), status);
  expect(reported().some(([what]) => what === "error")).toBe(expected);
});

const aya = { id: "1", email: "aya@exemple.fr", username: "Aya Benali", role: "ADMIN", type: "staff", emailVerified: true } as const;

describe("error reports of a page", () => {
  it("errors from before the library is there wait for it, ten at most, after the person is set", async () => {
    const { reported, load, arrive } = aLibrary();
    const reports = new BrowserReports();
    const started = reports.start({ dsn }, load);
    reports.setUser(aya);
    for (let number = 1; number <= 12; number += 1) reports.report(new Error(`crash ${number}`));
    expect(reported()).toEqual([]);
    arrive();
    await started;
    expect(reported().slice(0, 2)).toEqual([
      ["user", aya],
      ["error", "crash 1"],
    ]);
    expect(reported()).toHaveLength(11);
  });

  it("S3-018: the person is set once known, and cleared after logout", async () => {
    const { reported, load, arrive } = aLibrary();
    const reports = new BrowserReports();
    arrive();
    await reports.start({ dsn }, load);
    reports.setUser(aya);
    reports.setUser(null);
    expect(reported()).toEqual([
      ["user", null],
      ["user", aya],
      ["user", null],
    ]);
  });

  it("nothing personal is collected by default", async () => {
    const { calls, load, arrive } = aLibrary();
    arrive();
    await new BrowserReports().start({ dsn, release: "b1" }, load);
    expect(calls[0]?.[1]).toMatchObject({ dsn, release: "b1", sendDefaultPii: false, defaultIntegrations: false });
  });
});

it("S3-017: a report names the signed-in person as the specification does, and leaves without addresses, numbers or what was typed", () => {
  const report: Report & { level: string } = {
    level: "error",
    message: "no account for aya.benali@exemple.fr",
    user: { ...aya, ip_address: "192.0.2.1" },
    request: { url: "https://maillon.example/dashboard?q=benali#x", headers: { Cookie: "secret" } },
    exception: { values: [{ value: "cannot call +33 6 12 34 56 78, 06.12.34.56.78 or <a@b.fr>" }] },
    breadcrumbs: [{ message: "typed Benali" }],
    extra: { form: "Benali" },
  };
  expect(JSON.parse(JSON.stringify(scrubbed(report)))).toEqual({
    level: "error",
    message: "no account for [mail]",
    user: aya,
    request: { url: "https://maillon.example/dashboard" },
    exception: { values: [{ value: "cannot call [phone], [phone] or <[mail]>" }] },
  });
});
