import {readRoom, walkRoom} from '../../support/gallery'

walkRoom('console/lists')
readRoom('console/lists')
