import { request } from "undici";
import { demoPassword } from "#backend/demo/people";

/** Goes through the login form as a browser without JavaScript does, and answers the cookies it ends with. */
export async function signIn(url: string, email: string): Promise<string> {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map((pair) => pair.join("=")).join("; ");
  let address = `${url}/login`;
  for (let step = 0; step < 15; step += 1) {
    const isForm = new URL(address).searchParams.has("interaction");
    const common = { "accept-language": "fr", cookie: cookie() };
    const { statusCode, headers, body } = isForm
      ? await request(address, {
          method: "POST",
          headers: { ...common, origin: url, "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ email, password: demoPassword }).toString(),
        })
      : await request(address, { headers: common });
    await body.dump();
    for (const line of [headers["set-cookie"] ?? []].flat()) {
      const [name = "", value = ""] = line.split(";")[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
    if (statusCode === 200 && !isForm && step > 0) return cookie();
    if (!headers.location) throw new Error(`The login stopped at ${address} with status ${statusCode}.`);
    address = new URL(String(headers.location), address).href;
  }
  throw new Error("The login went in circles.");
}
