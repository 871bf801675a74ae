import type {Json} from '../../../contract/wire/common'
import {changeOwnOverview, readOwnOverview} from '../../../contract/wire/people/overview'
import type {Http, Options} from '../http'

/** What the user has made of the overview; null for the standard. */
export interface OwnOverview {
  wall: Json
  version: number
}

export const loadOverview = (http: Http, options: Options = {}): Promise<OwnOverview> =>
  http.call(readOwnOverview, options)

/** Refused with 409 when it was changed elsewhere meanwhile. */
export const saveOverview = (http: Http, own: OwnOverview, options: Options = {}): Promise<OwnOverview> =>
  http.call(changeOwnOverview, {body: own, ...options})
