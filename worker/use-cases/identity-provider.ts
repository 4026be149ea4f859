/** What the provider says of whoever signed in there; its signature is checked. */
export type VouchedIdentity = {
	issuer: string;
	/** The provider's own id of the person. */
	subject: string;
	email: string;
	email_verified: boolean;
	name: string | null;
	picture: string | null;
};

/** What this site remembers of a sign-in while its member is at the provider. */
export type SignInTransaction = {
	state: string;
	nonce: string;
	code_verifier: string;
	redirect_uri: string;
	/** Where to go on afterwards: a path of our own. */
	return_to: string;
};

export type IdentityProvider = {
	/** Where the browser goes to sign in. Throws while the provider cannot be reached. */
	authorizationUrl(transaction: SignInTransaction): Promise<string>;
	/** Throws where the code is refused, or what comes for it cannot be trusted. */
	identify(
		code: string,
		transaction: SignInTransaction,
	): Promise<VouchedIdentity>;
};
