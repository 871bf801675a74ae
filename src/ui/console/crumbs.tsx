import {useSelector} from '@xstate/react'
import {type Description, nameOf} from '../../domain/console/records/description'
import {organisations} from '../../domain/console/records/organisations'
import {may} from '../../domain/rights'
import type {Crumb} from '../kit/PageHeader'
import {usePaths, useViewer} from '../kit/viewer'
import {texts as common} from '../texts'
import {useRecord} from './logic'
import {texts} from './texts'

/** The places above a record. `organisationId` is empty for an organisation and for a record without one. */
export function useCrumbs({kind, plural}: Description = organisations, organisationId = ''): readonly Crumb[] {
  const {authority} = useViewer()
  const paths = usePaths()
  const seesAll = may(authority, 'organisation.list')
  const top = {to: paths.console, label: seesAll ? texts.admin : common.navigation.settings}
  if (organisationId === '') return [top]
  const organisation = {
    to: paths.record('organisation', organisationId),
    label: <OrganisationTitle key={organisationId} id={organisationId} />,
  }
  const list = {to: paths.list(kind, organisationId), label: plural}
  return [top, ...(seesAll ? [organisation] : []), ...(may(authority, `${kind}.list`) ? [list] : [])]
}

/** Shows a general word until the title is loaded, so that the link works even when loading fails. */
function OrganisationTitle({id}: {id: string}) {
  const organisation = useRecord({description: organisations, id, organisationId: '', isEditing: false})
  const title = useSelector(organisation, ({context: {description, record}}) =>
    record === null ? texts.organisation : nameOf(description, record),
  )
  return <bdi>{title}</bdi>
}
