import type { ServerBuild } from "@remix-run/node";
import { expect, test, vi } from "vitest";
import { ApiError } from "~/api/api-error";
import { withRefusedCalls } from "~/framework/api-error-status.server";

const context = { retryAfter: vi.fn(), log: { warn: vi.fn() }, requestId: "r" };

/** What a page answers whose loader meets an error. */
async function answerTo(error: unknown) {
  const loader = () => Promise.reject(error);
  const build = withRefusedCalls({ routes: { page: { module: { loader, action: loader } } } } as unknown as ServerBuild);
  const { module } = build.routes.page as unknown as { module: Record<"loader" | "action", (args: object) => Promise<never>> };
  return Promise.all([module.loader, module.action].map((handle) => handle({ context }).catch((thrown: unknown) => thrown)));
}

const refused = (status: number) => new ApiError(status, { code: "not_found", title: "" } as never);

test.each([400, 403, 404, 409, 413, 422, 429])("a call that is refused with %i makes a page of that status", async (status) => {
  for (const thrown of await answerTo(refused(status))) expect(thrown).toMatchObject({ init: { status } });
});

test("a fault of the site itself stays one", async () => {
  const error = new Error("a fault");
  expect(await answerTo(error)).toEqual([error, error]);
});
