import {readRoom, walkRoom} from '../support/gallery'

walkRoom('media')
readRoom('media')
