import {explainFailure} from '../../store/failure'
import type {Answers, Call, Reading} from '../channel'
import {type Asked, readingOf} from '../wording/readings'
import {type PostOptions, post} from './post'
import {PrivateAddress} from './publicAddress'

/** Makes a call, and reads what came of it. */
export async function makeCall(
  call: Call,
  answers: Answers,
  {at, hide, ...options}: Omit<PostOptions, 'method'> & Omit<Asked, 'url'>,
): Promise<Reading> {
  const {url, headers = {}, body, method = 'POST'} = call
  try {
    return readingOf(answers, await post(url, headers, body, {...options, method}), {at, url, hide})
  } catch (error) {
    return readingOfFailure(error)
  }
}

/** Reads the meaning of a call without an answer, in codes alone: a message may repeat an address with its secrets. */
function readingOfFailure(error: unknown): Reading {
  if (error instanceof PrivateAddress)
    return error.isForGood ? {never: 'a private address: it is not called'} : {later: 'no public address'}
  if (error instanceof Error && error.name === 'AbortError') return {later: 'no answer in time'}
  const code = explainFailure(error)
  const [, words] = WORDS.find(([codes]) => codes.test(code)) ?? []
  return {later: words === undefined ? code : `${words} (${code})`}
}

const WORDS: readonly [RegExp, string][] = [
  [/^CERT_HAS_EXPIRED/, 'the certificate has expired'],
  [/^CERT_NOT_YET_VALID/, 'the certificate is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME/, 'the certificate is for another name'],
  [/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/, 'the certificate is not trusted'],
  [/^(EPROTO|ERR_SSL_)/, 'the encryption (TLS) failed: is the address one of https?'],
  [/^ECONNREFUSED/, 'nothing accepts connections there'],
  [/^(ECONNRESET|EPIPE)/, 'the connection was cut off'],
  [/^(ENOTFOUND|EAI_)/, 'the name of the host is not known'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)/, 'the host can’t be reached'],
  [/^HPE_/, 'it answered something else than HTTP'],
]
