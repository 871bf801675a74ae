import {describe, expect, it} from 'vitest'
import {dashboardVariant, landingRoute} from '../../src/domain/landing'

describe('the landing route', () => {
  it.each([
    ['SYS_ADMIN', '/sys_admin'],
    ['ORGANISATION_ADMIN', '/dashboard'],
    ['CUSTOMER_ADMIN', '/dashboard'],
    ['CUSTOMER_USER', '/dashboard'],
    ['TENANT_ADMIN', '/unauthorized'],
    ['sys_admin', '/unauthorized'],
    ['', '/unauthorized'],
  ])('of %s is %s', (authority, expected) => {
    expect(landingRoute(authority)).toBe(expected)
  })
})

describe('the dashboard', () => {
  const config = {dashboards: {media: ['m1', 'm2'], wall: ['w1', 'w2']}}

  it.each([
    ['m1', 'media'],
    ['m2', 'media'],
    ['w1', 'wall'],
    ['w2', 'wall'],
    ['other', 'telemetry'],
    [null, 'telemetry'],
  ])('of organisation %s is %s', (organisationId, expected) => {
    expect(dashboardVariant(organisationId, config)).toBe(expected)
  })
})
