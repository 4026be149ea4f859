/**
 * Whether the operator's list has the address, in whatever case. Only the
 * Latin letters are compared without their case: another alphabet's letter
 * that happens to fold to one of them is another mailbox.
 */
export function isListedAdmin(
	email: string,
	admin_emails: readonly string[],
): boolean {
	const folded = email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	return admin_emails.includes(folded);
}
