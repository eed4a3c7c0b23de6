-- What networks stated of accounts and posts before it was made fit to be stored and shown. The rules are those of
-- networks/core/stated.ts and server/src/channels/stated.ts; a test holds both against each other.
update channels c
set name = fit.name, username = fit.username, avatar_url = fit.avatar_url, limits = fit.limits
from (
  select old.id, stated.limits, coalesce(nullif(line.username, ''), old.username) as username,
    coalesce(nullif(line.name, ''), nullif(rtrim(left(line.username, 200), ' '), ''), old.name) as name,
    case when char_length(old.avatar_url) <= 2000 and old.avatar_url ~
      '^[hH][tT][tT][pP][sS]://[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\u200d"<>\\]+$'
      then old.avatar_url end as avatar_url
  from channels old
  cross join lateral (
    select rtrim(left(said[1], 200), ' ') as name,
      coalesce(nullif(rtrim(left(said[2], 320), ' '), ''), rtrim(left(said[3], 320), ' ')) as username
    from (
      select array_agg(trim(from regexp_replace(regexp_replace(regexp_replace(text,
        '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
        '', 'g'),
        '(?<![\u2190-\u2bff\U0001f000-\U0001faff\ufe0f])\u200d|\u200d(?![\u2190-\u2bff\U0001f000-\U0001faff])', '', 'g'),
        '[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')) order by place) as said
      from unnest(array[old.name, old.username, old.account_id]) with ordinality as v(text, place)) as lines
  ) as line
  cross join lateral (
    select coalesce(jsonb_object_agg(one.name, one.value) filter (where one.value is not null), '{}') as limits
    from (
      select said.key as name, case jsonb_typeof(said.value)
          when 'number' then
            case when said.value::numeric >= range.least then to_jsonb(floor(least(said.value::numeric, range.most))) end
          when 'boolean' then case when said.key = 'media.mixed' then said.value end
          when 'array' then case when said.key in ('image.types', 'video.types') then (
            select coalesce(jsonb_agg(type.value order by type.place), '[]')
            from (
              select value, place from jsonb_array_elements(said.value) with ordinality as e(value, place)
              where jsonb_typeof(value) = 'string' and value #>> '{}' ~* '^(image|video)/[a-z0-9][a-z0-9.+-]{0,99}$'
              order by place limit 50) as type) end
        end as value
      from jsonb_each(old.limits) as said
      left join (values
        ('text.max', 1, 1000000::numeric), ('text.max_bytes', 1, 10000000), ('text.url_length', 0, 1000),
        ('media.max', 0, 1000), ('media.min', 0, 1000), ('images.max', 0, 1000), ('videos.max', 0, 1000),
        ('image.bytes', 1, 1000000000000), ('video.bytes', 1, 1000000000000), ('image.pixels', 1, 10000000000),
        ('video.pixels', 1, 10000000000), ('image.side', 1, 1000000), ('video.seconds', 1, 1000000),
        ('alt.max', 0, 1000000)) as range(name, least, most) on range.name = said.key) as one
  ) as stated
) as fit
where fit.id = c.id
  and (c.name, c.username, c.avatar_url, c.limits) is distinct from (fit.name, fit.username, fit.avatar_url, fit.limits);

update targets set external_url = null
where not (char_length(external_url) <= 2000 and external_url ~
  '^[hH][tT][tT][pP][sS]?://[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\u200d"<>\\]+$');
