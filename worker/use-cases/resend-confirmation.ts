import type { Accounts } from "./accounts.ts";
import type { Caller } from "./caller.ts";
import { sendConfirmation } from "./send-confirmation.ts";
import { takeMail } from "./take-mail.ts";

/** Says the same of every address: what there is to do is done after the answer. */
export async function resendConfirmation(
	accounts: Accounts,
	{ email, address, origin, later }: Caller & { email: string },
): Promise<string> {
	await takeMail(accounts, email, address);
	later(() => sendConfirmation(accounts, email, origin));
	return accounts.confirms_by_mail
		? "If an account with this address waits to be confirmed, a new link is on its way."
		: "This site sends no mail. An admin's link is printed on the server's console.";
}
