import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { SmtpServer } from "./parse-smtp-url.ts";

/**
 * A connection to the server, over TLS where it begins with that. The runtime
 * itself finds the host: the mail library would ask a name server that knows
 * neither this machine's names nor those of the operator's own network.
 */
export function openConnection(
	{ host, port, secure }: SmtpServer,
	timeout_ms: number,
): Promise<Socket> {
	const socket = secure
		? connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }) })
		: connectPlain({ host, port });
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			socket.destroy();
			reject(new Error("The mail server does not take the connection."));
		}, timeout_ms);
		const fail = (error: Error) => {
			clearTimeout(timer);
			reject(error);
		};
		socket.once("error", fail);
		socket.once(secure ? "secureConnect" : "connect", () => {
			clearTimeout(timer);
			socket.off("error", fail);
			resolve(socket);
		});
	});
}
