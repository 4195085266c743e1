import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { KitsQuery, kitOrdersApi } from "#contract/charity/kit-orders";
import { kitActs } from "#contract/charity/kit-states";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";

/** The orders of an event, as the URL filters them. */
export async function loadKits({ request, params, context: { api } }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  const query = KitsQuery.parse(Object.fromEntries(new URLSearchParams(search)));
  const page = await api.call(kitOrdersApi.list, { params: { id: params.id ?? "" }, query: query as never }).catch(orNotFound);
  return { page, query, search };
}

/** Moves one order on, by the button beside it, or those that are ticked. The page that follows shows how things are. */
export async function moveKits({ request, params, context }: ActionFunctionArgs, here: string) {
  const { api, t } = context;
  const form = await request.formData();
  const [intent = "", id] = String(form.get("intent") ?? "").split(" ");
  const move = kitActs.find((one) => one === intent);
  const ids = id ? [id] : form.getAll("ids").map(String);
  const to = here + new URL(request.url).search;
  if (!move || ids.length === 0) {
    flashToast(context, { title: t("kits:office.chooseFirst"), color: "warning" });
    return redirect(to, 303);
  }
  try {
    const { changed, unchanged } = await api.call(kitOrdersApi.move, { params: { id: params.id ?? "" }, body: { move, ids } });
    const messages = [
      move === "back" ? t("kits:office.wentBack", { count: changed }) : t("kits:office.changed", { count: changed }),
      ...(unchanged > 0 ? [t("kits:office.unchanged", { count: unchanged })] : []),
    ];
    flashToast(context, { title: messages.join(" ") });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) return orNotFound(error);
    flashToast(context, { title: error.body.title ?? t("common:forms.failed"), color: "danger" });
  }
  return redirect(to, 303);
}
