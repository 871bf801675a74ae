import type {ClientConfig} from '../../../contract/wire/config'
import type {CurrentUser} from './user'

export type LandingRoute = '/sys_admin' | '/dashboard' | '/unauthorized'
export type DashboardVariant = 'media' | 'wall' | 'telemetry'

/** Where `/` sends a user of this authority. */
export function landingRoute(authority: string): LandingRoute {
  switch (authority) {
    case 'SYS_ADMIN':
      return '/sys_admin'
    case 'ORGANISATION_ADMIN':
    case 'CUSTOMER_ADMIN':
    case 'CUSTOMER_USER':
      return '/dashboard'
    default:
      return '/unauthorized'
  }
}

/** Media and wall organisations are named in `/config.json`; everyone else, and whoever has no organisation, gets telemetry. */
export function dashboardVariant(
  organisationId: CurrentUser['organisationId'],
  {dashboards}: Pick<ClientConfig, 'dashboards'>,
): DashboardVariant {
  if (organisationId === null) return 'telemetry'
  if (dashboards.media.includes(organisationId)) return 'media'
  if (dashboards.wall.includes(organisationId)) return 'wall'
  return 'telemetry'
}
