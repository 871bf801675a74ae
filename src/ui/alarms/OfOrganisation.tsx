import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {useLocation, useNavigate} from 'react-router-dom'
import {EVERY_ALARM, filterFromSearch, searchFromFilter} from '../../domain/alarms/filter'
import {useApplication} from '../kit/application'
import {OrganisationFilter} from './list/Filters'

interface OfOrganisationProps {
  path: string
  /** Shown while there are several organisations, and none is chosen. */
  unchosen: ReactNode
  children: (organisationId: string) => ReactNode
}

/** Shows something of one organisation. The address holds its id where there are several. */
export function OfOrganisation({path, unchosen, children}: OfOrganisationProps) {
  const {session} = useApplication()
  const {search} = useLocation()
  const navigate = useNavigate()
  const own = useSelector(session, ({context}) => context.user?.organisationId ?? null)
  const chosen = filterFromSearch(search).organisationId
  const organisationId = own ?? chosen
  return (
    <>
      <OrganisationFilter
        chosen={chosen}
        onChosen={id => navigate(`${path}${searchFromFilter({...EVERY_ALARM, organisationId: id})}`)}
      />
      {organisationId === null ? unchosen : children(organisationId)}
    </>
  )
}
