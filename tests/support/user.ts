import type {CurrentUser} from '../../src/domain/user'

export const USER: CurrentUser = {
  id: 'u1',
  email: 'plant@works.test',
  name: 'Petra',
  authority: 'ORGANISATION_ADMIN',
  organisationId: 'o1',
  customerId: null,
  organisationTitle: 'Salt Works',
  temperatureUnit: 'celsius',
  needsSecondFactor: false,
}
