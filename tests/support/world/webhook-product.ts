import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import type { RequestedAnalysis } from "#contract/public-api.ts";
import {
	NewWebhookSecret,
	WebhookDeliveries,
	type WebhookDelivery,
	WebhookEvent,
} from "#contract/webhooks.ts";
import { type FakeResolver, startFakeResolver } from "../fakes/web-sites.ts";
import { type Client, watchUrl } from "./client.ts";
import { type Product, startProduct } from "./product.ts";
import { published, type SignedIn, signedIn } from "./signed-in.ts";

/** The product with a member who has a webhook receiver, and one who has none. */
export type WebhookProduct = {
	product: Product;
	world: WebhookWorld;
	member: SignedIn;
	other: SignedIn;
	/** An unused address at the receiver. */
	freshUrl: () => string;
	ask: (video_id: string, webhook_url: string) => Promise<string>;
	/** Requests a finished analysis, so that its event is due immediately. */
	send: (webhook_url: string) => Promise<string>;
	deliveryOf: (analysis_id: string) => Promise<WebhookDelivery>;
	/** The delivery after an attempt has ended with `status`. */
	settled: (analysis_id: string, status: WebhookDelivery["status"]) => Promise<WebhookDelivery>;
	run: Product["rows"];
	/** Makes the next attempt due. */
	nextAttempt: (id: string) => Promise<void>;
	stop: () => Promise<void>;
};

const DELIVERY_POLL_MS = 50;

export async function startWebhookProduct(
	env: Record<string, string> = {},
	{ clock = true } = {},
): Promise<WebhookProduct> {
	const world = await startWebhookWorld();
	const product = await startProduct(
		{ WEBHOOK_TRUSTED_HOSTS: world.host, WEBHOOK_RESOLVER_URL: world.resolver_url, ...env },
		{ clock },
	);
	const [member, other] = await signedIn(product, 2);
	if (!member || !other) throw new Error("There are too few members");
	let receivers = 0;

	async function ask(video_id: string, webhook_url: string) {
		const answer = await member?.post<RequestedAnalysis>("/api/v1/analyze", {
			url: watchUrl(video_id),
			options: { webhook_url },
		});
		expect([200, 202], JSON.stringify(answer?.body)).toContain(answer?.status);
		return answer?.body.analysis_id ?? "";
	}

	async function deliveryOf(analysis_id: string): Promise<WebhookDelivery> {
		const answer = await member?.get("/api/webhooks/deliveries");
		const { deliveries } = WebhookDeliveries.parse(answer?.body);
		const found = deliveries.find((it) => it.analysis_id === analysis_id);
		if (!found) throw new Error("There is no delivery");
		return found;
	}

	return {
		product,
		world,
		member,
		other,
		ask,
		deliveryOf,
		run: product.rows,
		freshUrl() {
			receivers += 1;
			return `http://${world.host}/hooks/${receivers}`;
		},
		async send(webhook_url) {
			const { video_id } = await published(product);
			return ask(video_id, webhook_url);
		},
		async settled(analysis_id, status) {
			for (;;) {
				const delivery = await deliveryOf(analysis_id);
				const ended = delivery.error !== null || delivery.status !== "pending";
				if (ended && delivery.status === status) return delivery;
				await new Promise((resolve) => setTimeout(resolve, DELIVERY_POLL_MS));
			}
		},
		async nextAttempt(id) {
			await product.rows(
				"update webhook_deliveries set next_attempt_at = created_at where id = ?",
				id,
			);
			await product.server.runScheduled();
		},
		async stop() {
			await product.stop();
			await world.close();
		},
	};
}

export async function newWebhookSecret(by: Client): Promise<string> {
	const made = await by.post("/api/webhooks/secret");
	expect(made.status).toBe(201);
	return NewWebhookSecret.parse(made.body).secret;
}

/** The event if it was signed with that secret; throws otherwise. */
export function verified({ headers, body }: Received, secret: string): WebhookEvent {
	const sent = {
		"webhook-id": String(headers["webhook-id"]),
		"webhook-timestamp": String(headers["webhook-timestamp"]),
		"webhook-signature": String(headers["webhook-signature"]),
	};
	return WebhookEvent.parse(new Webhook(secret).verify(body, sent));
}

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

type Reply = { status: number; headers?: Record<string, string> };

/** A member's receiver, and the resolver for host names. */
type WebhookWorld = {
	/** `host:port` of the receiver. */
	host: string;
	resolver_url: string;
	received: Received[];
	/** Sets the receiver's answer; null never answers. */
	answer: (reply: Reply | null) => void;
	/** Sets the resolver's records of a name. */
	name: FakeResolver["name"];
	/** Waits until the receiver has got that many requests. */
	until: (count: number) => Promise<void>;
	/** The names that the resolver was asked for. */
	asked: string[];
	close: () => Promise<void>;
};

const POLL_MS = 20;
async function startWebhookWorld(): Promise<WebhookWorld> {
	const received: Received[] = [];
	let reply: Reply | null = { status: 204 };
	const receiver = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += String(chunk);
		const { url: path = "", headers } = request;
		received.push({ path, headers, body });
		if (!reply) return;
		response.writeHead(reply.status, reply.headers).end();
	}).listen(0, "127.0.0.1");
	const [resolver] = await Promise.all([startFakeResolver(), once(receiver, "listening")]);
	const { port } = receiver.address() as AddressInfo;
	return {
		host: `127.0.0.1:${port}`,
		resolver_url: resolver.url,
		received,
		asked: resolver.asked,
		answer(next) {
			reply = next;
		},
		name: resolver.name,
		async until(count) {
			while (received.length < count) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		},
		async close() {
			await resolver.close();
			receiver.closeAllConnections();
			receiver.close();
			await once(receiver, "close");
		},
	};
}
