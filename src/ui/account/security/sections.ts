import type {ComponentType} from 'react'
import {EmailSection} from './EmailSection'
import type {SectionProps} from './logic'
import {PasswordSection} from './PasswordSection'
import {PushSection} from './PushSection'
import {SecondFactorSection} from './SecondFactorSection'
import {SessionsSection} from './SessionsSection'

export const SECTIONS: readonly {
  name: string
  Section: ComponentType<SectionProps>
  /** Whether it is there for those who need a second factor first. */
  isEarly?: true
}[] = [
  {name: 'ownPassword', Section: PasswordSection},
  {name: 'ownEmail', Section: EmailSection},
  {name: 'secondFactor', Section: SecondFactorSection, isEarly: true},
  {name: 'push', Section: PushSection},
  {name: 'ownSessions', Section: SessionsSection},
]
