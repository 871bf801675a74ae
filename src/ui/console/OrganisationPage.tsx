import {organisations} from '../../domain/records/organisations'
import {RecordPage} from './record/RecordPage'

/** An organisation with its tabs: Overview, Customers, Users, Devices, Assets. */
export function OrganisationPage() {
  return <RecordPage description={organisations} />
}
