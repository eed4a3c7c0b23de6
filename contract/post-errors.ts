/** Errors of requests that a post is in no state for. */
export const postErrors = {
  post_publishing: {
    status: 409,
    message: 'The post is being published. Wait until it is published or failed.',
  },
  not_pending: {
    status: 409,
    message: 'The post is not waiting for approval. Get the post to see its status.',
  },
  review_decided: {
    status: 409,
    message: 'Another reviewer has already decided on this post. Get the post to see its status.',
  },
  post_published: {
    status: 409,
    message: 'The post is published and can no longer be changed. Create a new post instead.',
  },
  post_is_draft: {
    status: 409,
    message: 'The post is a draft. Save your changes in the draft itself.',
  },
  post_partly_published: {
    status: 409,
    message: 'Some channels already show this post, so it cannot become a draft. Schedule it again instead.',
  },
  confirm_resend_required: {
    status: 409,
    message:
      'Some copies may already be live. Check the networks, then list the copies to send again in confirm_resend.',
  },
  target_not_published: {
    status: 409,
    message: 'The network does not show this target. Get the post to see its status.',
  },
  removal_unsupported: {
    status: 409,
    message: 'Belfry cannot delete this post at its network. Delete it in the network’s app.',
  },
  nothing_to_dismiss: {
    status: 409,
    message: 'This target has not failed, or it may be live. Get the post to see its status.',
  },
  declaration_required: {
    status: 409,
    message:
      'The network demands a declaration each time this target is sent. Schedule the post again with the declaration.',
  },
  nothing_in_doubt: {
    status: 409,
    message:
      'No copy of this post has an unknown outcome, or Belfry is already asking the networks. Get the post to see its status.',
  },
} as const satisfies Record<string, { status: number; message: string }>;
