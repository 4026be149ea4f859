import { expect, it, onTestFinished } from "vitest";
import { untilAnswered } from "#tests/support/world/client.ts";
import { startMailProduct } from "#tests/support/world/mail-product.ts";

it("Fifty simultaneous sign-ups with one address create one account and all return 202", async () => {
	const world = await startMailProduct();
	onTestFinished(() => world.stop());
	const email = world.newEmail();
	const signUp = () => untilAnswered(() => world.signUp(email));
	const answers = await Promise.all(Array.from({ length: 50 }, signUp));
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
	expect(await world.rows("select id from members where email_key = ?", email)).toHaveLength(1);
}, 120_000);
