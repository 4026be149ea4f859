import { describe, expect, it } from "vitest";
import { startNodeService } from "#scripts/server/node-service.ts";

describe("a service of this process", () => {
	it("is for requests with the secret of this start alone", async () => {
		let handled = 0;
		const service = await startNodeService((_, response) => {
			handled += 1;
			response.end("secret");
		});
		const { address, http } = service.binding.external;
		const [header] = http.injectRequestHeaders;
		const ask = (given: Record<string, string>) => fetch(`http://${address}/`, { headers: given });
		const name = header?.name ?? "";
		const guesses = [{}, { [name]: "" }, { [name]: "0".repeat(64) }];
		for (const guess of guesses) expect((await ask(guess)).status).toBe(403);
		expect(handled).toBe(0);
		const right = await ask({ [name]: header?.value ?? "" });
		expect(await right.text()).toBe("secret");
		await service.close();
	});
});
