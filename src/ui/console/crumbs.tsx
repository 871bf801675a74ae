import {useSelector} from '@xstate/react'
import {type Description, nameOf} from '../../domain/console/records/description'
import {organisations} from '../../domain/console/records/organisations'
import type {Crumb} from '../kit/PageHeader'
import {useRecord} from './logic'
import {consolePath, listPath, recordPath} from './paths'
import {texts} from './texts'

/** The places above a record. `organisationId` is empty for an organisation and for a record without one. */
export function crumbsAbove({kind, plural}: Description, organisationId: string): readonly Crumb[] {
  const admin = {to: consolePath, label: texts.admin}
  if (organisationId === '') return [admin]
  return [
    admin,
    {
      to: recordPath('organisation', organisationId),
      label: <OrganisationTitle key={organisationId} id={organisationId} />,
    },
    {to: listPath(kind, organisationId), label: plural},
  ]
}

/** Shows a general word until the title is loaded, so that the link works even when loading fails. */
function OrganisationTitle({id}: {id: string}) {
  const organisation = useRecord({description: organisations, id, organisationId: '', isEditing: false})
  const title = useSelector(organisation, ({context: {description, record}}) =>
    record === null ? texts.organisation : nameOf(description, record),
  )
  return <bdi>{title}</bdi>
}
