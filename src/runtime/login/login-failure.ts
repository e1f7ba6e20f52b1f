/** A login that did not bring a token, in words for who started it. */
export class LoginFailure extends Error {}
