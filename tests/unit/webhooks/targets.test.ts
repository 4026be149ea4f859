import { describe, expect, it } from "vitest";
import { checkWebhookUrl } from "#features/webhooks/webhook-url.ts";
import { isPublicAddress } from "#outbound/addresses.ts";

const RULES = {
	trusted_hosts: ["127.0.0.1:8088", "hooks.intern:9000"],
	own_hostname: "facts.example.org",
};
const judge = (url: string) => checkWebhookUrl(url, RULES);

describe("checkWebhookUrl", () => {
	it.each([
		["https://hooks.example.com/a?b=c", "https://hooks.example.com/a?b=c"],
		["https://HOOKS.example.com:443/a#here", "https://hooks.example.com/a"],
		["https://hooks.example.com./a", "https://hooks.example.com./a"],
		["https://bücher.example.com", "https://xn--bcher-kva.example.com/"],
		["https://notlocalhost.com/", "https://notlocalhost.com/"],
	])("accepts %s", (url, href) => {
		expect(judge(url)).toMatchObject({ ok: true, url: href, trusted: false });
	});

	it.each([
		"",
		"hooks.example.com",
		"//hooks.example.com",
		"http://hooks.example.com/",
		"ftp://hooks.example.com/",
		"file:///etc/passwd",
		"data:text/plain,hello",
		"javascript:alert(1)",
		"https://hooks.example.com:8443/",
		"https://hooks.example.com:80/",
		"https://me@hooks.example.com/",
		"https://me:secret@hooks.example.com/",
		"https://:secret@hooks.example.com/",
		"https://93.184.216.34/",
		"https://127.0.0.1/",
		"https://127.1/",
		"https://0177.0.0.1/",
		"https://0x7f.1/",
		"https://2130706433/",
		"https://0x7f000001/",
		"https://127.0.0.1./",
		"https://①②⑦.0.0.1/",
		"https://127。0。0。1/",
		"https://[::1]/",
		"https://[::ffff:127.0.0.1]/",
		"https://[64:ff9b::7f00:1]/",
		"https://localhost/",
		"https://LOCALHOST./",
		"https://a.localhost/",
		"https://printer.local/",
		"https://metadata.google.internal/",
		"https://router.home.arpa/",
		"https://intranet/",
		"https://db.corp/",
		"https://a.test/",
		"https://facts.example.org/api/health",
		"https://www.facts.example.org/",
		"https://facts.example.org./",
		`https://hooks.example.com/${"a".repeat(2_048)}`,
		"https://hooks.exa mple.com/",
		"https://%6c%6f%63%61%6c%68%6f%73%74/",
	])("rejects %s", (url) => {
		expect(judge(url)).toMatchObject({ ok: false, reason: expect.stringMatching(/\.$/) });
	});

	it("accepts a host trusted by the operator only at its port", () => {
		expect(judge("http://127.0.0.1:8088/in")).toMatchObject({ ok: true, trusted: true });
		expect(judge("https://hooks.intern:9000/")).toMatchObject({ ok: true });
		for (const url of [
			"http://127.0.0.1:8089/in",
			"http://127.0.0.1/",
			"http://hooks.intern/",
			"ftp://127.0.0.1:8088/",
			"http://a@127.0.0.1:8088/",
		])
			expect(judge(url), url).toMatchObject({ ok: false });
	});
});

describe("isPublicAddress", () => {
	it.each([
		"1.1.1.1",
		"93.184.216.34",
		"100.63.255.255",
		"100.128.0.0",
		"172.15.255.255",
		"172.32.0.0",
		"192.0.1.1",
		"223.255.255.255",
		"2606:4700:4700::1111",
		"2a00:1450:4001:80b::200e",
		"2001:4860:4860::8888",
		"2400:CB00::1",
	])("is true for %s", (address) => {
		expect(isPublicAddress(address)).toBe(true);
	});

	it.each([
		"0.0.0.0",
		"10.0.0.1",
		"100.64.0.1",
		"100.127.255.255",
		"127.0.0.1",
		"169.254.169.254",
		"172.16.0.1",
		"172.31.255.255",
		"192.0.0.170",
		"192.0.2.1",
		"192.88.99.1",
		"192.168.1.1",
		"198.18.0.1",
		"198.19.255.255",
		"198.51.100.7",
		"203.0.113.9",
		"224.0.0.1",
		"240.0.0.1",
		"255.255.255.255",
		"::",
		"::1",
		"::ffff:1.1.1.1",
		"::ffff:7f00:1",
		"::127.0.0.1",
		"64:ff9b::101:101",
		"64:ff9b:1::1",
		"100::1",
		"2001::1",
		"2001:0:4136:e378::1",
		"2001:2::1",
		"2001:10::1",
		"2001:20::1",
		"2001:db8::1",
		"2002:7f00:1::1",
		"3fff::1",
		"5f00::1",
		"fc00::1",
		"fd12:3456::1",
		"fe80::1",
		"fec0::1",
		"ff02::1",
		"",
		"1.1.1",
		"1.1.1.256",
		"1.1.1.1.1",
		"01.1.1.x",
		"2606:4700::1::1",
		"2606:4700",
		"2606:4700:0:0:0:0:0:0:1",
		"fe80::1%eth0",
		"hooks.example.com",
	])("is false for %s", (address) => {
		expect(isPublicAddress(address)).toBe(false);
	});
});
