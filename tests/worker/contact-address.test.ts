import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Health } from "#contract/site.ts";
import {
	DEMO_ENV,
	type Product,
	startProduct,
} from "#tests/support/world/product.ts";

let product: Product;
beforeAll(async () => {
	product = await startProduct(DEMO_ENV);
});
afterAll(() => product?.stop());

async function contactEmail() {
	const { body } = await product.visitor().get("/api/health");
	return Health.parse(body).contact_email;
}

describe("The operator's address", () => {
	it("is null where none is given", async () => {
		expect(await contactEmail()).toBeNull();
	});

	it("is told to everybody where CONTACT_EMAIL gives it", async () => {
		await product.restart({ ...DEMO_ENV, CONTACT_EMAIL: "team@example.test" });
		expect(await contactEmail()).toBe("team@example.test");
	});
});
