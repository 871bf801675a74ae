import type {ComponentType} from 'react'
import type {Capabilities} from '../../../../contract/wire/capabilities'
import {EmailSection} from './EmailSection'
import type {SectionProps} from './logic'
import {PasswordSection} from './PasswordSection'
import {PushSection} from './PushSection'
import {SecondFactorSection} from './SecondFactorSection'
import {SessionsSection} from './SessionsSection'

/** A section is shown where the server offers its feature. */
export const SECTIONS: readonly {
  needs: keyof Capabilities
  Section: ComponentType<SectionProps>
  /** Whether it is there for those who need a second factor first. */
  isEarly?: true
}[] = [
  {needs: 'ownPassword', Section: PasswordSection},
  {needs: 'ownEmail', Section: EmailSection},
  {needs: 'secondFactor', Section: SecondFactorSection, isEarly: true},
  {needs: 'push', Section: PushSection},
  {needs: 'ownSessions', Section: SessionsSection},
]
