import {isPulsewall} from '../../../contract/rules/offer'
import type {Offer} from '../../../contract/wire/capabilities'
import type {Http} from '../http'
import {pulsewall} from './pulsewall'
import type {TelemetrySource} from './source'
import {specified} from './specified'

/** A server whose offer is unknown is asked by the calls of the specification. */
export const telemetryOf = (http: Http, offer: Offer | null): TelemetrySource =>
  isPulsewall(offer) ? pulsewall(http) : specified(http)
