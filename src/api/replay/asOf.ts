import type {EpochMs} from '../../../contract/wire/common'
import type {Http} from '../http'

/** Asks all questions as of a past moment. */
export const asOf = (http: Http, at: () => EpochMs): Http => ({
  ...http,
  get: (path, answer, options) => http.get(path, answer, {...options, params: {...options?.params, at: at()}}),
})
