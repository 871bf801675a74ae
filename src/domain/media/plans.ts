import {isPulsewall} from '../../../contract/rules/offer'
import type {Offer} from '../../../contract/wire/capabilities'
import {type CurrentUser, mayManage} from '../user'

/** Whether the user may say what all screens of the organisation show and when they are on, on a server that asks for it. */
export const mayPlan = (user: CurrentUser, offer: Offer | null): boolean =>
  isPulsewall(offer) && mayManage(user) && user.organisationId !== null
