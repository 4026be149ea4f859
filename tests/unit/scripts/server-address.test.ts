import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
	ownNames,
	requireFreePort,
	requireOwnAddress,
	serverAddress,
} from "#scripts/server/environment.ts";

describe("serverAddress", () => {
	it("is port 8787 of this machine by default", () => {
		expect(serverAddress({})).toEqual({ host: "127.0.0.1", port: 8787 });
		expect(serverAddress({ PORT: "0", HOST: "0.0.0.0" })).toEqual({ host: "0.0.0.0", port: 0 });
	});

	it.each(["-1", "65536", "80a", "8 0", "1e3", "0x50", "99999999"])(
		"refuses PORT %s and names it",
		(PORT) => {
			expect(() => serverAddress({ PORT })).toThrow(/^PORT must be .*"/);
		},
	);
});

describe("requireOwnAddress", () => {
	const admin = { ADMIN_EMAILS: "team@example.test" };

	it.each(["0.0.0.0", "::", "192.168.1.7", "2001:db8::1", "my-machine", "127.example"])(
		"refuses admins without APP_ORIGIN if the server listens on %s",
		(host) => {
			expect(() => requireOwnAddress(admin, { host })).toThrow(
				`APP_ORIGIN: ADMIN_EMAILS needs it when the server listens beyond this machine (HOST is ${host}).`,
			);
			const APP_ORIGIN = "https://checks.example";
			requireOwnAddress({ ...admin, APP_ORIGIN }, { host });
			requireOwnAddress({}, { host });
		},
	);

	it.each(["127.0.0.1", "127.8.9.1", "::1", "localhost"])(
		"accepts admins without APP_ORIGIN on %s",
		(host) => {
			expect(() => requireOwnAddress(admin, { host })).not.toThrow();
		},
	);
});

describe("ownNames", () => {
	it.each([
		[undefined, "127.0.0.1", ["localhost", "127.0.0.1"]],
		[undefined, "My-Machine", ["localhost", "my-machine"]],
		["http://localhost:8787", "127.0.0.1", ["localhost", "127.0.0.1"]],
		["http://[fd00::7]:8787", "::", ["localhost", "::"]],
		["https://checks.example", "127.0.0.1", null],
	])("with APP_ORIGIN %s and HOST %s are %j", (APP_ORIGIN, host, names) => {
		expect(ownNames({ APP_ORIGIN }, host)).toEqual(names);
	});
});

describe("requireFreePort", () => {
	const server = createServer();
	afterEach(() => {
		server.close();
	});

	it("refuses a port in use and accepts it once it is free", async () => {
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		const bound = server.address();
		if (typeof bound !== "object" || !bound) throw new Error("no address");
		const address = { host: "127.0.0.1", port: bound.port };
		await expect(requireFreePort(address)).rejects.toThrow(
			`Port ${bound.port} is taken by another program.`,
		);
		server.close();
		await once(server, "close");
		await expect(requireFreePort(address)).resolves.toBeUndefined();
	});

	it("reports a host that is not an address of this machine", async () => {
		const elsewhere = { host: "192.0.2.1", port: 8787 };
		await expect(requireFreePort(elsewhere)).rejects.toThrow("Cannot listen on 192.0.2.1:8787");
	});

	it("does not check port 0, which the system chooses", async () => {
		await expect(requireFreePort({ host: "192.0.2.1", port: 0 })).resolves.toBeUndefined();
	});
});
