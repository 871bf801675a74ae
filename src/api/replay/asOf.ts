import type {EpochMs} from '../../../contract/wire/common'
import type {Http} from '../http'

/** Asks all questions as of a past moment. */
export const asOf = (http: Http, at: () => EpochMs): Http => ({
  ...http,
  call: (route, asked) => http.call(route, route.method === 'GET' ? {...asked, at: at()} : asked),
})
