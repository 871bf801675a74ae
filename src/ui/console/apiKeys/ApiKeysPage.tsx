import {organisations} from '../../../domain/console/records/organisations'
import {LazyPart} from '../../kit/loading/LazyPart'
import {ConsolePage} from '../ConsolePage'
import {crumbsAbove} from '../crumbs'
import {useConsole} from '../logic'
import {texts} from './texts'

/** The keys of the system. */
export function ApiKeysPage() {
  const {apiKeys} = useConsole()
  return (
    <ConsolePage heading={texts.title} crumbs={crumbsAbove(organisations, '')}>
      <LazyPart load={apiKeys}>{ApiKeys => <ApiKeys organisationId={null} />}</LazyPart>
    </ConsolePage>
  )
}
