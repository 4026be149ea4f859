import type { Claim, ClaimAnswer } from "#contract/claims.ts";
import { freshChannelId } from "./claims.ts";
import type { FakeChannel } from "./fake-youtube-scenario.ts";
import type { Product } from "./product.ts";
import { type SignedIn, signedIn } from "./signed-in.ts";

export async function aMember(product: Product): Promise<SignedIn> {
	const [member] = await signedIn(product, 1);
	if (!member) throw new Error("There is no member");
	return member;
}

export function submit(member: SignedIn, url: string, comments?: string) {
	return member.post<ClaimAnswer>("/api/claims", { url, comments });
}

export function verify(member: SignedIn, claim: Claim) {
	return member.post<ClaimAnswer>(`/api/claims/${claim.id}/verify`);
}

/** A channel that the platform knows. `describe` rewrites its description; null takes it off. */
export function aChannel(product: Product, more: Partial<FakeChannel> = {}) {
	const channel_id = freshChannelId();
	const describe = (
		description: string | null,
		changes: Partial<FakeChannel> = {},
	) =>
		product.youtube.describeChannel(channel_id, description, {
			title: "Harbour Talks",
			...more,
			...changes,
		});
	describe("Talks.");
	const url = `https://www.youtube.com/channel/${channel_id}`;
	return { channel_id, url, describe };
}

/** A member who has proved with the code that the channel is theirs. */
export async function anOwner(product: Product) {
	const member = await aMember(product);
	const channel = aChannel(product);
	const { claim } = (await submit(member, channel.url)).body;
	channel.describe(claim.verification_code);
	const verified = (await verify(member, claim)).body.claim;
	if (!verified.verified) throw new Error("The claim was not verified");
	return { member, channel, claim: verified };
}
