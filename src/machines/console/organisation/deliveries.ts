import {type Deliveries, withNewest, withOlder} from '../../../domain/console/delivery'
import {textsOf} from '../../../domain/language'
import {createResource, type ResourceRef} from '../../resource'

export const deliveriesTexts = textsOf('machines.deliveries', {unloaded: 'The deliveries could not be loaded.'})

export interface DeliveriesQuestion {
  organisationId: string
}

/** Lists the notifications of an organisation. As long as one waits, the newest page is read again. */
export const deliveriesMachine = createResource<Deliveries, DeliveriesQuestion>({
  id: 'deliveries',
  texts: deliveriesTexts,
  pause: ({deliveries}) => (deliveries.some(({state}) => state === 'waiting') ? 3000 : null),
  pages: {
    reached: ({deliveries, next}) => ({next, loaded: deliveries.length}),
    joined: (known, page, cursor) => (cursor === null ? withNewest(known, page) : withOlder(known, page)),
  },
})

export type DeliveriesRef = ResourceRef<Deliveries, DeliveriesQuestion>
